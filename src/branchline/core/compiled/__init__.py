"""What hot loops run on, compiled with mypyc: positions and engines, batches, playouts, random numbers."""

def check_map(m): return []

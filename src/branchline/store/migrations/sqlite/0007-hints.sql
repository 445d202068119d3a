-- A file belongs to one process, which thinks for itself.
SELECT 1;

"""Branchline as an app on the home screen: manifest, service worker, offline page."""

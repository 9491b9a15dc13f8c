"""The page that needs no server: what answers it inside the browser, and what packs it."""

"""A client with the official one's behaviour: one connection, one file after another, each hashed, announced and sent
with nothing overlapping; the file is opened once to hash and once to send; no ledger. Needs python3-requests.

Usage: official-client.py URL FOLDER
"""

import hashlib
import json
import sys
import time
from pathlib import Path

import requests

PIECE = 64 * 1024


def md5_of(path):
    md5 = hashlib.md5()
    with path.open("rb") as file:
        while piece := file.read(PIECE):
            md5.update(piece)
    return md5.hexdigest()


def send(session, url, path):
    checksum = md5_of(path)
    metadata = {
        "measurementDate": "2024-03-01",
        "instrument": "chm15k",
        "instrumentPid": "https://hdl.handle.net/21.12132/3.191564170f8a4686",
        "filename": path.name,
        "checksum": checksum,
        "site": "hyytiala",
    }
    session.post(f"{url}/upload/metadata/", json=metadata).raise_for_status()
    with path.open("rb") as file:
        session.put(f"{url}/upload/data/{checksum}", data=file).raise_for_status()


def main(url, folder):
    started = time.monotonic()
    paths = sorted(Path(folder).iterdir())
    with requests.Session() as session:
        session.auth = ("station", "station")
        for path in paths:
            send(session, url, path)
    print(json.dumps({"sent": len(paths), "seconds": time.monotonic() - started}))


main(*sys.argv[1:])

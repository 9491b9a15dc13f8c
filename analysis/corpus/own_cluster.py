"""A cluster of one's own for one build: nobody outside this machine reaches it, and nobody else on it is let in.

Workers run whatever a scheduler sends them, so whoever can talk to them is the user. All that Dask opens is bound to
127.0.0.1, and both ends of each connection have to show the key, which is made for this cluster and never leaves the
memory and the environment of its processes. What else Dask writes lies in a folder that only the user may enter.

What remains: other users of this machine see that something listens, and may connect to be turned away; its HTTP servers,
which cannot be left out, answer 404 to anything. Root, and whoever is the same user, can do all that the user can. Of a
cluster that the user names (`--scheduler`) none of this holds: it is as open as whoever started it has left it.
"""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
import tempfile
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from distributed import Client, Security

HERE = "127.0.0.1"
LOGGERS = ("distributed", "distributed.client", "distributed.gc")
"""The loggers of Dask that have a level of their own."""
_ANY_PORT = f"{HERE}:0"


@contextmanager
def own_cluster(workers: int) -> Iterator[Client]:
    """Start workers that are processes of their own and know nothing of the caller's main module."""
    import dask.config  # noqa: PLC0415 - only where a cluster is
    from distributed import Client, Scheduler, Security, SpecCluster  # noqa: PLC0415 - likewise

    security = Security.temporary()
    with tempfile.TemporaryDirectory(prefix="kifu-") as folder, dask.config.set(_settings(security, folder)):
        # Workers find the settings, and so the key, in their environment: arguments could be seen by anyone.
        options = {"environment": {"DASK_INTERNAL_INHERIT_CONFIG": dask.config.serialize(dask.config.config)}}
        cluster = SpecCluster(
            scheduler={
                "cls": Scheduler,
                "options": {
                    "host": HERE,
                    "port": 0,
                    "protocol": "tls://",
                    "security": security,
                    "dashboard": False,
                    "dashboard_address": _ANY_PORT,
                },
            },
            workers={number: {"cls": _worker_class(), "options": options} for number in range(workers)},
            security=security,
            silence_logs=logging.CRITICAL,
        )
        with cluster, Client(cluster, set_as_default=False) as client:
            yield client


def _settings(security: Security, folder: str) -> dict[str, Any]:
    """Return the settings of a cluster whose processes let in only who has the key, and serve no pages."""
    roles = {
        f"distributed.comm.tls.{role}": {
            "key": security.get_tls_config_for_role(role)["key"],
            "cert": security.get_tls_config_for_role(role)["cert"],
        }
        for role in ("client", "scheduler", "worker")
    }
    return {
        **roles,
        "distributed.comm.tls.ca-file": security.get_tls_config_for_role("worker")["ca_file"],
        "distributed.comm.require-encryption": True,
        "distributed.scheduler.http.routes": [],
        "distributed.worker.http.routes": [],
        "temporary-directory": folder,
    }


def _worker_class() -> type:
    import psutil  # noqa: PLC0415 - only where a cluster is
    from distributed.deploy.spec import ProcessInterface  # noqa: PLC0415 - likewise

    class OwnProcess(ProcessInterface):
        """A nanny and its worker as programs of their own, quiet, importing from where this process does."""

        def __init__(self, scheduler: str, environment: dict[str, str], name: object = None) -> None:
            self._scheduler = scheduler
            self._environment = environment
            self._process: subprocess.Popen[bytes] | None = None
            super().__init__(name=name)  # type: ignore[no-untyped-call]  # distributed is typed in part

        async def start(self) -> None:
            options = {"nthreads": 1, "dashboard": False, "host": HERE, "dashboard_address": _ANY_PORT}
            spec = json.dumps({"cls": "distributed.Nanny", "opts": options})
            paths = os.pathsep.join(path or os.getcwd() for path in sys.path)  # noqa: PTH109 - as Python means it
            quiet = {"PYTHONPATH": paths, "DASK_LOGGING": str(dict.fromkeys(LOGGERS, "critical"))}
            # Not by asyncio, which on Windows may be unable to start programs.
            self._process = subprocess.Popen(  # noqa: ASYNC220, S603 - it is a moment; this program's own interpreter
                [sys.executable, "-P", "-m", "dask", "spec", self._scheduler, "--spec", spec],
                env={**os.environ, **quiet, **self._environment},
            )
            await super().start()  # type: ignore[no-untyped-call]  # as above

        async def close(self) -> None:
            if self._process is not None and self._process.poll() is None:
                for child in psutil.Process(self._process.pid).children(recursive=True):
                    with suppress(psutil.NoSuchProcess):
                        child.kill()
                self._process.kill()
                self._process.wait()
            await super().close()  # type: ignore[no-untyped-call]  # as above

    return OwnProcess

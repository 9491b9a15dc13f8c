"""Who can reach the workers of a build: looked at on the sockets that really listen, and tried."""

import ipaddress
import socket
import ssl
import stat
import urllib.error
import urllib.request
from pathlib import Path

import psutil
import pytest

from analysis.corpus.own_cluster import own_cluster
from analysis.corpus.workers import crew

PAGES = ("/", "/health", "/metrics", "/info/main/workers.html", "/json/counts.json", "/api/v1/retire_workers")


@pytest.fixture(name="cluster", scope="module")
def _cluster():
    """A crew of two, while it is at work."""
    with crew(2) as hands:
        hands.client.wait_for_workers(2)
        yield hands


def processes():
    """Return this process and all that it has started."""
    own = psutil.Process()
    return [own, *own.children(recursive=True)]


def listening():
    """Return the addresses, host and port, at which these processes listen."""
    connections = [one for process in processes() for one in process.net_connections(kind="inet")]
    return {
        (one.laddr.ip, one.laddr.port)
        for one in connections
        if one.status == psutil.CONN_LISTEN or (not one.raddr and one.status == psutil.CONN_NONE)
    }


def page(port, path):
    """Return the status that a server gives for a page; None where it does not speak HTTP."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=5) as answer:
            return answer.status
    except urllib.error.HTTPError as refused:
        return refused.code
    except OSError:
        return None


@pytest.mark.slow
def test_all_listen_here_only(cluster):
    """Scheduler, nannies, workers and their pages: every socket of every process is bound to this machine."""
    assert cluster.client.nthreads()
    found = listening()
    assert len(found) >= 5
    assert {host for host, _ in found if not ipaddress.ip_address(host).is_loopback} == set()


def test_no_pages_are_served(cluster):
    """Whoever asks for a page is told nothing: not how it goes, and no worker can be sent away."""
    assert cluster.client.nthreads()
    answers = {page(port, path) for _, port in listening() for path in PAGES}
    assert answers <= {None, 404}


def greeted(port, context=None):
    """Tell whether who connects is told anything: Dask says who it is as soon as it lets somebody in."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=1) as plain:
            if context is None:
                return bool(plain.recv(1))
            with context.wrap_socket(plain) as encrypted:
                return bool(encrypted.recv(1))
    except OSError:  # also of TLS, and where nothing comes
        return False


@pytest.mark.slow
def test_nobody_without_the_key_gets_in(cluster):
    """Neither without encryption, nor without a key, nor with another one: no listening socket answers."""
    from distributed import Security  # noqa: PLC0415 - slow to import

    assert cluster.client.nthreads()
    without = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    without.check_hostname = False
    without.verify_mode = ssl.CERT_NONE
    another = Security.temporary().get_connection_args("client")["ssl_context"]
    another.verify_mode = ssl.CERT_NONE
    own = cluster.client.security.get_connection_args("client")["ssl_context"]
    ports = [port for _, port in listening()]
    assert not [port for port in ports for context in (None, without, another) if greeted(port, context)]
    assert len([port for port in ports if greeted(port, own)]) == 5  # a scheduler, and two nannies with a worker each


@pytest.mark.slow
def test_the_key_is_in_no_argument(cluster):
    """What all users of a machine can read of a process tells neither the key nor where it lies."""
    assert cluster.client.nthreads()
    assert not any("PRIVATE KEY" in " ".join(process.cmdline()) for process in processes())


@pytest.mark.slow
def test_what_workers_lay_down_is_the_users_own():
    """Workers keep what they swap out, and load it again, in a folder that others may not enter; it goes with them."""
    with own_cluster(1) as client:
        client.wait_for_workers(1)
        (folder,) = client.run(lambda dask_worker: dask_worker.local_directory).values()
        private = next(one for one in Path(folder).parents if one.name.startswith("kifu-"))
        assert stat.S_IMODE(private.stat().st_mode) == stat.S_IRWXU
    assert not private.exists()


@pytest.mark.slow
def test_nothing_is_left_of_it():
    """When a build is over, its processes are gone, and the settings are what they were."""
    import dask.config  # noqa: PLC0415 - slow to import
    import distributed  # noqa: F401, PLC0415 - its own settings are there once it is imported

    before, settings = set(psutil.Process().children(recursive=True)), dask.config.serialize(dask.config.config)
    with own_cluster(1) as client:
        client.wait_for_workers(1)
    assert set(psutil.Process().children(recursive=True)) <= before  # of others, some may be over too
    assert dask.config.serialize(dask.config.config) == settings

"""Workers on a Ray cluster: every job is a task; one whose worker died is run again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from branchline.core.extras import extra
from branchline.sim.run_jobs import ClusterError


def connected(cluster: str, workers: int) -> Any:
    """Ray itself, connected: `ray` starts that many workers on this machine, `ray:ADDRESS` is a running cluster."""
    with extra("ray"):
        import ray
    name, _, address = cluster.partition(":")
    if name != "ray":
        raise ClusterError(f"There is no cluster {name!r}. Write ray, or ray:ADDRESS.")
    if not ray.is_initialized():
        try:
            if address:
                ray.init(address=address, log_to_driver=False)
            else:
                ray.init(num_cpus=workers, include_dashboard=False, log_to_driver=False)
        except ConnectionError as error:
            raise ClusterError(f"No Ray cluster answers at {address}: {error}") from None
    return ray


class Executor:
    def __init__(self, cluster: str, workers: int, tries: int) -> None:
        self.ray: Any = connected(cluster, workers)
        self.tries = tries

    def __call__(
        self, task: Callable[[Any], Any], jobs: Sequence[tuple[int, Any]]
    ) -> Iterator[tuple[int, Any]]:
        remote = self.ray.remote(max_retries=self.tries)(task)
        numbers = iter(jobs)
        waiting: dict[Any, int] = {}
        ahead = 4 * max(1, int(self.ray.cluster_resources().get("CPU", 1)))
        while True:
            for number, job in numbers:
                waiting[remote.remote(job)] = number
                if len(waiting) >= ahead:
                    break
            if not waiting:
                return
            done, _ = self.ray.wait(list(waiting), num_returns=1)
            for reference in done:
                yield waiting.pop(reference), self.ray.get(reference)

"""The client that openapi-python-client makes: call_openapi_python_client.py <folder of the package> <daemon>"""

import importlib
import inspect
import pkgutil
import sys
from enum import Enum

from calls import plain, run

sys.path.insert(0, sys.argv[1])
daemon = sys.argv[2]
package = importlib.import_module("pmx_client")
client = package.Client(base_url=daemon, raise_on_unexpected_status=True)
modules = {
    plain(info.name.rsplit(".", 1)[1]): info.name
    for info in pkgutil.walk_packages(package.__path__, "pmx_client.")
    if info.name.count(".") == 3 and ".api." in info.name
}


def kinds_in(annotation):
    return [annotation, *getattr(annotation, "__args__", ())]


def typed(value, annotation):
    """The value as the annotation wants it: a word of an enumeration, a body made of its members."""
    for kind in kinds_in(annotation):
        if inspect.isclass(kind) and issubclass(kind, Enum):
            return kind(value)
        if isinstance(value, dict) and hasattr(kind, "from_dict"):
            return kind.from_dict(value)
    return value


def call(operation, values, body):
    function = importlib.import_module(modules[plain(operation)]).sync
    parameters = inspect.signature(function).parameters
    given = {plain(name): value for name, value in values.items()}
    if body is not None:
        given["body"] = body
    arguments = {
        name: typed(given[plain(name)], parameter.annotation)
        for name, parameter in parameters.items()
        if plain(name) in given
    }
    return function(client=client, **arguments).to_dict()


run(daemon, call)

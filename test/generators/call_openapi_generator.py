"""The client that openapi-generator makes for Python: call_openapi_generator.py <folder of the package> <daemon>"""

import importlib
import inspect
import pkgutil
import sys
import typing

from calls import plain, run

sys.path.insert(0, sys.argv[1])
daemon = sys.argv[2]
package = importlib.import_module("pmx_generated")
apis = importlib.import_module("pmx_generated.api")
for info in pkgutil.iter_modules(apis.__path__):
    importlib.import_module(f"pmx_generated.api.{info.name}")
client = package.ApiClient(package.Configuration(host=daemon))
methods = {
    plain(name): getattr(kind(client), name)
    for _, module in inspect.getmembers(apis, inspect.ismodule)
    for _, kind in inspect.getmembers(module, inspect.isclass)
    if kind.__name__.endswith("Api")
    for name, _ in inspect.getmembers(kind, inspect.isfunction)
}


def models_in(annotation):
    found = [annotation] if hasattr(annotation, "from_dict") else []
    for part in typing.get_args(annotation):
        found += models_in(part)
    return found


def call(operation, values, body):
    method = methods[plain(operation)]
    # Pydantic has wrapped the method: its own annotations are behind it.
    parameters = inspect.signature(method).parameters
    given = {plain(name): value for name, value in values.items()}
    arguments = {}
    for name, parameter in parameters.items():
        if plain(name) in given:
            arguments[name] = given[plain(name)]
        elif body is not None and name.endswith("_request"):
            [model] = models_in(parameter.annotation)
            arguments[name] = model.from_dict(body)
    return method(**arguments).to_dict()


run(daemon, call)

from typing import Self

class CoreFunction:
    def __new__(
        cls,
        name: str,
        params: dict[str, object],
        result: object,
        body: str,
        volatility: str,
        limits: dict[str, object],
    ) -> Self: ...
    @property
    def account(self) -> tuple[int, int, int]: ...
    def __datafusion_scalar_udf__(self) -> object: ...

class CoreAggregate:
    def __new__(
        cls,
        name: str,
        params: dict[str, object],
        result: object,
        body: str,
        volatility: str,
        limits: dict[str, object],
    ) -> Self: ...
    @property
    def account(self) -> tuple[int, int, int]: ...
    def __datafusion_aggregate_udf__(self) -> object: ...

class CoreTable:
    def __new__(
        cls,
        name: str,
        params: dict[str, object],
        columns: dict[str, object],
        body: str,
        limits: dict[str, object],
    ) -> Self: ...
    @property
    def account(self) -> tuple[int, int, int]: ...
    def __datafusion_table_function__(self, session: object = None) -> object: ...

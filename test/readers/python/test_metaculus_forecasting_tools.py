"""forecasting-tools, Metaculus' own client: questions of every kind, forecasts, refusals."""

import pytest
from forecasting_tools import ApiFilter, MetaculusClient

CLIENT = "forecasting-tools"


@pytest.fixture
def client(demo, monkeypatch):
    # The client waits before each request and after each refusal.
    monkeypatch.setattr("time.sleep", lambda _seconds: None)
    return MetaculusClient(demo.url("metaculus"), token="a-token-of-the-simulation")


def test_questions(table, client):
    wanted = ApiFilter(allowed_types=["binary", "numeric", "multiple_choice", "date"])
    questions = table.ok(
        "get_questions_matching_filter",
        lambda: client.get_questions_matching_filter(wanted, num_questions=20, error_if_question_target_missed=False),
        lambda found: len(found) == 20,
    )
    first = questions[0]
    table.ok(
        "get_question_by_post_id",
        lambda: client.get_question_by_post_id(first.id_of_post),
        lambda one: one.question_text == first.question_text,
    )
    table.refused(
        "get_question_by_post_id of nothing",
        lambda: client.get_question_by_post_id(999_999_999),
        says="not found",
        status=404,
    )


def test_forecasts(table, client):
    wanted = ApiFilter(allowed_types=["binary"], allowed_statuses=["open"])
    [question] = table.run(
        client.get_questions_matching_filter(wanted, num_questions=1, error_if_question_target_missed=False)
    )
    table.ok("post_binary_question_prediction", lambda: client.post_binary_question_prediction(question.id_of_question, 0.4))
    stranger = MetaculusClient(client.base_url, token="no")
    table.refused(
        "post_binary_question_prediction with a token that is none",
        lambda: stranger.post_binary_question_prediction(question.id_of_question, 0.4),
        says="Invalid token",
        status=401,
    )

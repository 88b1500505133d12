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


def test_comments(table, client):
    wanted = ApiFilter(allowed_types=["binary"], allowed_statuses=["open"])
    [question] = table.run(
        client.get_questions_matching_filter(wanted, num_questions=1, error_if_question_target_missed=False)
    )
    table.ok("post_question_comment", lambda: client.post_question_comment(question.id_of_post, "why"))
    table.refused(
        "post_question_comment on nothing",
        lambda: client.post_question_comment(999_999_999, "why"),
        says="does not exist",
        status=400,
    )


def test_acting_for_a_bot(table, client, demo):
    wanted = ApiFilter(allowed_types=["binary"], allowed_statuses=["open"])
    [question] = table.run(
        client.get_questions_matching_filter(wanted, num_questions=1, error_if_question_target_missed=False)
    )
    bot = MetaculusClient(client.base_url, token="a-token-of-an-owner", acting_user=123456)
    table.ok(
        "post_binary_question_prediction as a bot",
        lambda: bot.post_binary_question_prediction(question.id_of_question, 0.63),
    )
    table.ok("post_question_comment as a bot", lambda: bot.post_question_comment(question.id_of_post, "why"))
    table.ok(
        "get_question_by_post_id as a bot",
        lambda: bot.get_question_by_post_id(question.id_of_post),
        lambda one: one.already_forecasted is True,
    )
    table.ok(
        "get_questions_matching_filter as a bot",
        lambda: bot.get_questions_matching_filter(wanted, num_questions=5, error_if_question_target_missed=False),
        lambda found: any(one.already_forecasted for one in found if one.id_of_question == question.id_of_question),
    )
    owner = MetaculusClient(client.base_url, token="a-token-of-an-owner")
    table.ok(
        "get_question_by_post_id as its owner",
        lambda: owner.get_question_by_post_id(question.id_of_post),
        lambda one: not one.already_forecasted,
    )

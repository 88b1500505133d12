import { describe, expect, test } from 'vitest'
import { haveSamples, sample, sampleNames } from '../../../support/samples.js'
import { dig, firstOf, isObject, rowsAt } from '../../support/json.js'
import { differences, learnShape } from '../../support/shape.js'
import { tokenStage } from './stage.js'

const stage = tokenStage()

/** Posts as recorded, and the examples of the venue's own documents, which alone show groups and conditionals. */
function recorded(): unknown[] {
  const posts = sampleNames('metaculus', /^post-/).map((name) => dig(sample('metaculus', name), 'response'))
  const examples = Object.values(
    Object(dig(sample('metaculus', 'documented-posts-examples.json'), 'responses')),
  )
  return [...posts, ...examples.flatMap((example) => rowsAt(example, 'results'))]
}

/** Where a question stands in a post. */
const places = ['question', 'group_of_questions.questions[]', ...conditionalPlaces()]

function conditionalPlaces(): string[] {
  return ['condition', 'condition_child', 'question_yes', 'question_no'].map((name) => `conditional.${name}`)
}

/** Every question that is on record, whatever it stands in: they have one shape. */
function recordedQuestions(posts: readonly unknown[]): unknown[] {
  return posts.flatMap((post) => {
    const inside = ['question', ...conditionalPlaces()].map((place) => dig(post, place))
    const group = isObject(dig(post, 'group_of_questions'))
      ? rowsAt(post, 'group_of_questions.questions')
      : []
    return [...inside, ...group].filter(isObject)
  })
}

/** The same posts with every question of the record in each place. */
function spread(posts: readonly unknown[]): unknown[] {
  const questions = recordedQuestions(posts)
  return [
    ...posts,
    ...questions.flatMap((question) => [
      { question },
      { group_of_questions: { questions: [question] } },
      ...['condition', 'condition_child', 'question_yes', 'question_no'].map((name) => ({
        conditional: { [name]: question },
      })),
    ]),
  ]
}

const methods = ['recency_weighted', 'unweighted', 'single_aggregation', 'metaculus_prediction']
/** Named by the venue's documents, though older than every recording. */
const documented = [
  ...places.flatMap((place) => [
    `${place}.default_aggregation_method`,
    `${place}.all_options_ever`,
    `${place}.options_history`,
    `${place}.unit`,
    `${place}.scaling.nominal_min`,
    `${place}.scaling.nominal_max`,
    // Of dates it is a list of texts.
    `${place}.scaling.continuous_range`,
    // One method, or the other: what one is recorded with, the other may have.
    ...methods.map((method) => `${place}.aggregations.${method}`),
  ]),
]

describe.runIf(haveSamples)('emitted members and types are those of the recordings', () => {
  test.each([
    'binary',
    'multiple_choice',
    'numeric',
    'discrete',
    'date',
    'group_of_questions',
    'conditional',
  ])('posts of %s', (type) => {
    const shape = learnShape(spread(recorded()))
    const query = `/api/posts/?forecast_type=${type}&with_cp=true&include_cp_history=true&limit=8`
    const rows = rowsAt(stage.get(query), 'results')
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) expect(differences(row, shape, { documented })).toEqual([])
  })

  test('the elements of an aggregate', () => {
    const aggregates = recordedQuestions(recorded()).flatMap((question) =>
      methods.map((method) => dig(question, `aggregations.${method}`)).filter(isObject),
    )
    const rows = rowsAt(
      stage.get('/api/posts/?forecast_type=binary&statuses=open&with_cp=true&include_cp_history=true'),
      'results',
    )
    const shape = learnShape(aggregates)
    for (const row of rows) {
      const aggregates = Object.values(Object(dig(row, 'question.aggregations')))
      expect(aggregates.length).toBe(4)
      for (const aggregate of aggregates) expect(differences(aggregate, shape)).toEqual([])
    }
  })

  test('a page', () => {
    const page = dig(
      firstOf([sample('metaculus', 'documented-posts-examples.json')]),
      'responses.BinaryRequestExample',
    )
    expect(Object.keys(Object(stage.get('/api/posts/?limit=1')))).toEqual(Object.keys(Object(page)))
  })
})

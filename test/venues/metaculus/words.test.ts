import { expect, test } from 'vitest'
import { silentLogger } from '../../../src/observe/logger.js'
import { readPayload } from '../../../src/venue-kit/payload/payload.js'
import { createOmissions } from '../../../src/venue-kit/payload/response-notes.js'
import { readInList } from '../../../src/venue-kit/requests/map-rows.js'
import { toEventRow } from '../../../src/venues/metaculus/mapping.js'
import { post } from '../../../src/venues/metaculus/schemas.js'
import { now } from '../../support/venue.js'
import { testWords } from '../../support/words.js'
import { choiceQuestion, groupPost, nativePost, nativeQuestion, numericQuestion } from './payloads.js'

const what = 'GET /posts/'
const row = (payload: unknown) => toEventRow(readPayload(post, payload, what), now, what)
/** What any type of question needs. */
const options = { options: ['Amber', 'Cobalt'], scaling: numericQuestion().scaling }

testWords('metaculus', {
  refused: {
    'post.status': (status) => row(nativePost({ status })),
    'question.status': (status) => row(nativePost({ question: nativeQuestion({ status }) })),
    'question.type': (type) =>
      row(nativePost({ question: nativeQuestion({ ...options, type, aggregations: null }) })),
    'question.resolution': (resolution) =>
      row(nativePost({ question: nativeQuestion({ status: 'resolved', resolution }) })),
    'question.default_aggregation_method': (default_aggregation_method) =>
      row(nativePost({ question: nativeQuestion({ default_aggregation_method }) })),
  },
  absent: {},
})

test.each([
  [choiceQuestion({ status: 'resolved', resolution: 'zz_new' }), 'of a choice'],
  [nativeQuestion({ status: 'resolved', resolution: 'zz_new' }), 'of yes and no'],
])('a question of a group that ended with an unknown word is set aside: $type', (odd) => {
  const [kept] = groupPost().group_of_questions.questions
  const payload = groupPost({ group_of_questions: { questions: [kept, { ...odd, post_id: kept?.post_id }] } })
  const ctx = { omissions: createOmissions(silentLogger, () => {}) }
  const event = readInList(what, ctx, () => row(payload))
  expect(event?.markets.map(({ market }) => market.sourceMetadata?.['questionId'])).toEqual([kept?.id])
  expect(ctx.omissions.warnings.join()).toContain("unknown value 'zz_new' for question.resolution")
})

test('a number or a date may end with any value', () => {
  const ended = numericQuestion({ status: 'resolved', resolution: '137.5', post_id: 72_500 })
  expect(row(nativePost({ question: ended }))?.markets).toHaveLength(1)
})

import { expect, test } from 'vitest'
import { firstOf, rowsAt, textAt } from '../../support/json.js'
import { createStage } from '../../support/stage.js'

const stage = await createStage('kalshi')
const api = (path: string): unknown => stage.get('api', `/trade-api/v2${path}`)
const status = (path: string): number => stage.probe('api', `/trade-api/v2${path}`).status

test('a milestone is the same alone and in the list', () => {
  const listed = firstOf(rowsAt(api('/milestones?limit=5'), 'milestones'))
  expect(api(`/milestones/${textAt(listed, 'id')}`)).toEqual({ milestone: listed })
  expect(status('/milestones/00000000-0000-4000-8000-000000000000')).toBe(404)
})

test('participants come in pages that add up, and each alone as in its page', () => {
  const all = rowsAt(api('/structured_targets?page_size=2000'), 'structured_targets')
  const paged: unknown[] = []
  let cursor = ''
  do {
    const page = api(`/structured_targets?page_size=7&cursor=${cursor}`)
    paged.push(...rowsAt(page, 'structured_targets'))
    cursor = textAt(page, 'cursor')
  } while (cursor !== '')
  expect(paged).toEqual(all)
  const target = firstOf(all)
  expect(api(`/structured_targets/${textAt(target, 'id')}`)).toEqual({ structured_target: target })
  expect(status('/structured_targets/nobody')).toBe(404)
  expect(status('/structured_targets?cursor=nowhere')).toBe(400)
})

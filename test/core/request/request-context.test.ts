import { expect, test } from 'vitest'
import { createCandleCall, type OpenContext } from '../../../src/core/request/request-context.js'
import { noSecrets } from '../../../src/venue-kit/contract/account-secrets.js'

test.each(['background', 'interactive'] as const)(
  'candles are fetched on the terms of the request: one of the %s stays there',
  (priority) => {
    const { signal } = new AbortController()
    const noteSent = (): void => {}
    const request = { signal, secrets: noSecrets, priority, noteSent } as Partial<OpenContext> as OpenContext
    expect(createCandleCall(request, false)).toEqual({
      signal,
      secrets: noSecrets,
      priority,
      isOwner: false,
      onSent: noteSent,
    })
    const stored = { serves: true }
    const freshness = { waitMs: 5, begunAt: 1 }
    expect(createCandleCall(request, true, { stored })).toMatchObject({ isOwner: true, stored })
    expect(createCandleCall(request, false, { freshness })).toMatchObject({ isOwner: false, freshness })
    const bare = createCandleCall(request, false)
    expect([bare, createCandleCall(request, false, { stored })].map((call) => 'freshness' in call)).toEqual([
      false,
      false,
    ])
    expect('stored' in bare).toBe(false)
  },
)

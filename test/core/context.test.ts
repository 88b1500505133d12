import { expect, test } from 'vitest'
import { candleCall, type OpenContext } from '../../src/core/context.js'
import { noSecrets } from '../../src/venue-kit/secrets.js'

test.each(['background', 'interactive'] as const)(
  'candles are fetched on the terms of the request: one of the %s stays there',
  (priority) => {
    const { signal } = new AbortController()
    const noteSent = (): void => {}
    const request = { signal, secrets: noSecrets, priority, noteSent } as Partial<OpenContext> as OpenContext
    expect(candleCall(request, false)).toEqual({
      signal,
      secrets: noSecrets,
      priority,
      isOwner: false,
      onSent: noteSent,
    })
    const stored = { serves: true }
    expect(candleCall(request, true, { stored })).toMatchObject({ isOwner: true, stored })
  },
)

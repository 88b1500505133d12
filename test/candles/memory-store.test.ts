import { describe } from 'vitest'
import { createMemoryStore } from '../../src/candles/memory-store.js'
import { storeSuite } from './store-suite.js'

describe('the memory store', () => storeSuite(() => createMemoryStore()))

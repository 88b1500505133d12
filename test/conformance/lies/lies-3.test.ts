import { testLies } from './test-lies.js'

testLies(['opinion', 'probable', 'polymarket_us', 'metaculus'])

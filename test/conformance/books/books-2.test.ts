import { testBooks } from './test-books.js'

testBooks(['kalshi', 'kalshi-demo', 'polymarket_us'])

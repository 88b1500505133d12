import { testBooks } from './test-books.js'

testBooks(['myriad', 'hyperliquid'])

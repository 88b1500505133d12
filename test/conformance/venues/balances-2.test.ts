import { testBalances } from './books-balance.js'

testBalances(['polymarket_us', 'polymarket'])

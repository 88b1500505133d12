import { testBalances } from './books-balance.js'

testBalances(['kalshi', 'limitless'])

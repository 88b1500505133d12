import { testBalances } from './books-balance.js'

testBalances(['hyperliquid', 'probable'])

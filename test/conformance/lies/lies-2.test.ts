import { testLies } from './test-lies.js'

testLies(['polymarket', 'hyperliquid', 'limitless', 'rain', 'kalshi-demo'])

import { testLies } from './test-lies.js'

testLies(['kalshi', 'gemini-titan', 'hunch', 'myriad'])

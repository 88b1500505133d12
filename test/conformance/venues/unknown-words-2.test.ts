import { declareWalk } from './words/declare-walk.js'

declareWalk(1)

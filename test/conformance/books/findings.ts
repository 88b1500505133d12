/** What books can be wrong in; each name is the rule that is broken. */
export type Rule =
  | 'amount' // filled with more than was ordered
  | 'price' // filled at a price beyond the worst one
  | 'terms' // an order reads back as another than was placed
  | 'demands' // a demand of the order was not met
  | 'remaining' // what is left is not what was ordered less what was filled
  | 'status' // the status is not what the numbers say
  | 'views' // two calls return one order differently
  | 'lists' // an order is missing where it belongs, or listed where it does not
  | 'fills' // fills of an order are not what it is filled with
  | 'side' // a fill is of the other side or outcome than its order
  | 'positions' // fills add up to other positions
  | 'money' // the change of cash is not what fills, fees and settlements come to
  | 'mirror' // the book of NO is not the book of YES seen from the other side
  | 'journal' // the journal has another order, or none

/** Something that does not add up, with the rule that it breaks. */
export interface Finding {
  readonly rule: Rule
  readonly account: number
  readonly text: string
}

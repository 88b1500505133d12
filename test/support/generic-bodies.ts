/** Codes and texts that say no more than a status, as servers spell them. */
export const genericWords = [
  ...['404', '409', '422', '499', 'HTTP 404', '404 Not Found', '409: Conflict', 'not_found', 'NOT_FOUND'],
  ...['NotFound', 'notFound', 'Not found.', 'not found', 'NotFoundError', 'NotFoundException', 'conflict'],
  ...['CONFLICT', 'Conflict', 'ConflictException', 'unprocessable_entity', 'UNPROCESSABLE_ENTITY'],
  ...['UnprocessableEntity', 'unprocessable-content', 'client_closed_request', 'ClientClosedRequest'],
  ...['resource_not_found', 'route_not_found', 'ROUTE_NOT_FOUND', 'PathNotFound', 'page_not_found'],
  ...['FST_ERR_NOT_FOUND', 'ERR_HTTP_REQUEST_TIMEOUT', 'E_ROUTE_NOT_FOUND', 'ECONNRESET', 'PGRST116'],
  ...['ABORTED', 'ALREADY_EXISTS', 'FAILED_PRECONDITION', 'UNKNOWN', 'bad_gateway', 'GatewayTimeout'],
  ...['MissingAuthenticationTokenException', 'messaging.adaptors.http.flow.ApplicationNotFound'],
]

const SENTENCE = 'The request could not be handled.'

/** The forms of errors of all trading venues, with a word in the place of the venue's own. */
export const errorForms: readonly ((word: string) => unknown)[] = [
  (word) => ({ error: { code: word, message: SENTENCE } }),
  (word) => ({ error: { code: word, message: word } }),
  (word) => ({ code: word, message: word }),
  (word) => ({ code: word, message: word, details: '' }),
  (word) => ({ error: word, message: word }),
  (word) => ({ error: word, message: SENTENCE, statusCode: 404 }),
  (word) => ({ error: word }),
  (word) => ({ result: 'error', reason: word, message: word }),
  (word) => ({ error_type: word, data: null }),
  (word) => ({ error_type: word, data: SENTENCE }),
  (word) => ({ errno: Number.parseInt(word, 10) || 404, errmsg: word }),
  (word) => ({ code: Number.parseInt(word, 10) || 5, msg: word }),
  (word) => ({ message: word }),
  (word) => ({ detail: word }),
]

/** Those of the forms with a generic word and a sentence that says nothing of an order. */
export const vagueForms = errorForms.filter((of) => JSON.stringify(of('x')).includes(SENTENCE))

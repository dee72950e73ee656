/**
 * The bundles of the tests import this module in place of `@jest/globals`. The runner sets its exports before each test
 * file, so modules that several test files share always see those of the file that is running.
 */
export let afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test

export function setGlobals(globals) {
  ;({ afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } = globals)
}

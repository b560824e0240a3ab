import { describe, expect, it } from 'vitest'
import { countPlaywright, countVitest } from './count-tests.ts'

describe('countVitest', () => {
  it('counts a file that could not be loaded as a failure', () => {
    const report = {
      numPassedTests: 4,
      numFailedTests: 1,
      testResults: [
        { status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'passed' }] },
        { status: 'failed', assertionResults: [] },
        { status: 'passed', assertionResults: [{ status: 'passed' }] },
      ],
    }
    expect(countVitest(report)).toEqual({ passed: 4, failed: 2 })
  })
})

describe('countPlaywright', () => {
  it('counts flaky tests and errors outside of tests as failures', () => {
    const stats = { expected: 7, unexpected: 1, flaky: 1, skipped: 3 }
    const errors = [{ message: 'the server did not start' }]
    expect(countPlaywright({ stats, errors })).toEqual({ passed: 7, failed: 3 })
  })
})

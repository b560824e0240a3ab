import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** A test that failed, or what else went wrong. */
export interface Failure {
  name: string
  /** As the runner reported it; may be empty. */
  error: string
}

/** What a part of the tests came to. */
export interface Counts {
  passed: number
  failures: Failure[]
}

/** The part of the report of vitest's JSON reporter that counts. */
export interface VitestReport {
  numPassedTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

interface PlaywrightSuite {
  title: string
  specs: {
    title: string
    file: string
    line: number
    tests: {
      projectName: string
      status: string
      results: { errors: { message?: string }[] }[]
    }[]
  }[]
  suites?: PlaywrightSuite[]
}

/** The part of the report of Playwright's JSON reporter that counts. */
export interface PlaywrightReport {
  suites: PlaywrightSuite[]
  stats: { expected: number }
  errors: { message?: string }[]
}

/** Counts a report of vitest; a file that could not even be loaded is one failure. */
export function countVitest(report: VitestReport, root: string): Counts {
  const failures = report.testResults
    .filter(({ status }) => status === 'failed')
    .flatMap((file) => {
      const path = relative(root, file.name)
      const failed = file.assertionResults.filter(({ status }) => status === 'failed')
      if (failed.length === 0) return [{ name: path, error: file.message }]
      return failed.map(({ fullName, failureMessages }) => ({
        name: `${path} › ${fullName}`,
        error: failureMessages.join('\n'),
      }))
    })
  return { passed: report.numPassedTests, failures }
}

/** Counts a report of Playwright; flaky tests and errors outside of any test are failures. */
export function countPlaywright({ suites, stats, errors }: PlaywrightReport): Counts {
  const outside = errors.map(({ message = '' }) => ({
    name: 'outside of any test',
    error: message,
  }))
  return { passed: stats.expected, failures: [...suites.flatMap(failuresIn), ...outside] }
}

function failuresIn({ specs, suites = [] }: PlaywrightSuite): Failure[] {
  const own = specs.flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, status, results }) => ({
        name: `[${projectName}] ${file}:${line} › ${title}${status === 'flaky' ? ' (flaky)' : ''}`,
        error: results
          .flatMap((result) => result.errors.map(({ message = '' }) => message))
          .join('\n'),
      })),
  )
  return [...own, ...suites.flatMap(failuresIn)]
}

/** Of one error; where many tests failed the lines of all are no more than ALL_LINES, to stand in a log's last 4 KB. */
const MOST_LINES = 6
const ALL_LINES = 24
const LINE_LENGTH = 140

/** Names each failure, with the first lines of its error: enough to know it by the end of a log. */
export function listFailures(failures: readonly Failure[]): string {
  const most = Math.max(1, Math.min(MOST_LINES, Math.floor(ALL_LINES / failures.length)))
  return failures
    .flatMap(({ name, error }) => {
      const lines = stripVTControlCharacters(error)
        .split('\n')
        .filter((line) => line.trim() !== '')
      return [
        `✘ ${name}`,
        ...lines.slice(0, most).map((line) => `    ${line.slice(0, LINE_LENGTH)}`),
      ]
    })
    .join('\n')
}

import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { explainFileError, makeFolder, OperatorError, operatorLine } from './operator-error.ts'

const withCode = (code: string, message = 'no') => Object.assign(new Error(message), { code })

describe('explainFileError', () => {
  it.each([
    ['ENOSPC', '/data/x: the disk is full.'],
    ['EROFS', '/data/x: the disk is read-only.'],
    ['EACCES', '/data/x: permission denied.'],
  ])('%s', (code, message) => {
    expect(explainFileError(withCode(code), '/data/x')).toEqual(new OperatorError(message))
  })

  it('passes on what it does not know', () => {
    const error = withCode('ENOENT')
    expect(explainFileError(error, '/data/x')).toBe(error)
  })
})

describe('makeFolder', () => {
  it('makes missing folders, and stands one that is there', () => {
    const root = mkdtempSync(join(tmpdir(), 'folder-'))
    onTestFinished(() => rmSync(root, { recursive: true }))
    const path = join(root, 'a', 'b')
    makeFolder(path)
    makeFolder(path)
    expect(existsSync(path)).toBe(true)
  })

  it('says in one line where none can be made', () => {
    const root = mkdtempSync(join(tmpdir(), 'folder-'))
    onTestFinished(() => rmSync(root, { recursive: true }))
    const link = join(root, 'link')
    symlinkSync(join(root, 'nowhere', 'x'), link)
    expect(() => makeFolder(link)).toThrow(new OperatorError(`${link} is a link to nothing.`))
    const file = join(root, 'file')
    writeFileSync(file, '')
    for (const path of [file, join(file, 'below')]) {
      expect(() => makeFolder(path)).toThrow(new OperatorError(`${file} is a file, not a folder.`))
    }
  })
})

describe('operatorLine', () => {
  it('is one line for what the operator can put right, and nothing for a fault', () => {
    expect(operatorLine(new OperatorError('a\n  b'))).toBe('a b')
    expect(operatorLine(withCode('53100', 'could not extend file'))).toBe(
      'The database cannot go on: could not extend file.',
    )
    expect(operatorLine(new TypeError('x is not a function'))).toBeNull()
    expect(operatorLine(withCode('23505'))).toBeNull()
    expect(operatorLine(null)).toBeNull()
  })
})

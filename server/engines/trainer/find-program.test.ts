import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { isProgram } from './find-program.ts'

const folder = await mkdtemp(join(tmpdir(), 'programs-'))
afterAll(() => rm(folder, { recursive: true }))

test('a program is a file that may be run, by its path or in a folder of PATH', async () => {
  const program = join(folder, 'train')
  await writeFile(program, '#!/bin/sh')
  const paths = ['/no/such/folder', folder].join(delimiter)
  expect(await isProgram('train', paths)).toBe(false)
  await chmod(program, 0o755)
  expect(await isProgram('train', paths)).toBe(true)
  expect(await isProgram(program, '')).toBe(true)
  expect(await isProgram('./train', folder)).toBe(false)
  await mkdir(join(folder, 'folder'))
  expect(await isProgram('folder', paths)).toBe(false)
  expect(await isProgram('train', '')).toBe(false)
})

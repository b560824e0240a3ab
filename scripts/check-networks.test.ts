import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkNetworks, listNetworks, writeManifest } from './prepare/check-networks.mjs'

const REPOSITORY = join(import.meta.dirname, '..')
let root: string

function write(file: string, content: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), content)
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'networks-'))
  write('models/faces/mesh.onnx', 'mesh')
  write('models/text-to-image/store/latents.bin', 'latents')
  write('models/text-to-image/checkpoints/draft.onnx', 'a draft')
  writeManifest(root)
})
afterEach(() => rmSync(root, { recursive: true }))

describe('the networks of a repository', () => {
  it('are right as they were written down', () => {
    expect(listNetworks(root)).toEqual([
      'models/faces/mesh.onnx',
      'models/text-to-image/store/latents.bin',
    ])
    checkNetworks(root)
    checkNetworks(root)
  })

  it.each(['before it was ever checked', 'after it was found right'])(
    'one that is damaged is named in one line, %s',
    (when) => {
      if (when.startsWith('after')) checkNetworks(root)
      write('models/faces/mesh.onnx', 'mush')
      expect(() => checkNetworks(root)).toThrow(/^models\/faces\/mesh\.onnx is damaged: .*$/)
    },
  )

  it('one that is missing is named in one line', () => {
    rmSync(join(root, 'models/faces/mesh.onnx'))
    expect(() => checkNetworks(root)).toThrow(/^models\/faces\/mesh\.onnx is missing\. .*$/)
  })

  it('those of this repository are all in its manifest (`npm run models:manifest`)', () => {
    const manifest = JSON.parse(readFileSync(join(REPOSITORY, 'models/networks.json'), 'utf8'))
    expect(Object.keys(manifest)).toEqual(listNetworks(REPOSITORY))
    checkNetworks(REPOSITORY)
  })
})

import { describe, expect, test } from 'vitest'
import { type CommandValues, fillCommand, parseCommand } from './command-template.ts'

const VALUES: CommandValues = {
  dataset: '/data/set',
  output: '/data/out put',
  steps: '800',
  rank: '16',
  learning_rate: '0.0001',
  trigger: 'Ada of the Hills',
  class: 'person',
  resolution: '1024',
  base_model: '/models/sdxl.safetensors',
  seed: '7',
  resume: null,
}
const run = (template: string, change: Partial<CommandValues> = {}) =>
  fillCommand(parseCommand(template), { ...VALUES, ...change })

const BASE = 'train --train_data_dir={dataset} --output_dir={output}'
const GIVEN = ['train', '--train_data_dir=/data/set', '--output_dir=/data/out put']

test('values stay within their argument, whatever is in them', () => {
  expect(run(`${BASE} --token {trigger}`, { trigger: 'Ada; rm -rf / $(id) `id` "x' })).toEqual([
    ...GIVEN,
    '--token',
    'Ada; rm -rf / $(id) `id` "x',
  ])
})

test('quotation marks hold an argument together, and a value brings no placeholders of its own', () => {
  expect(run(`'/opt/my scripts/train' --a="x y" {dataset}{output}`, { dataset: '{seed}' })).toEqual(
    ['/opt/my scripts/train', '--a=x y', '{seed}/data/out put'],
  )
})

test('an argument without its value is left out, with the option before it', () => {
  expect(run(`${BASE} --network_weights={resume}`)).toEqual(GIVEN)
  expect(run(`${BASE} --network_weights {resume}`)).toEqual(GIVEN)
  expect(run(`${BASE} --keep=1 {resume}`)).toEqual([...GIVEN, '--keep=1'])
  expect(run(`${BASE} --network_weights {resume}`, { resume: '/x' })).toEqual([
    ...GIVEN,
    '--network_weights',
    '/x',
  ])
})

describe('what is wrong in it is said', () => {
  test.each([
    ['', 'names no program'],
    ['train {dataset}', 'must name {output}'],
    ['train {dataset} {output} {photos}', 'names {photos}, which is unknown'],
    ['train {dataset} {output} "x', 'has a quotation mark that is not closed'],
  ])('%s', (template, message) => {
    expect(() => parseCommand(template)).toThrow(message)
  })
})

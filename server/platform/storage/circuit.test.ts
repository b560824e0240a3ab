import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createCircuit } from './circuit.ts'

class Away extends Error {}
const AWAY = new Error('no answer')

function makeCircuit() {
  const changes: boolean[] = []
  const circuit = createCircuit({
    restMs: 100,
    isAway: (error) => error === AWAY,
    away: () => new Away(),
    onChange: (isAway) => changes.push(isAway),
  })
  return { circuit, changes }
}

test('asks nothing while the service is away, then one call at a time', async () => {
  const { circuit, changes } = makeCircuit()
  let asked = 0
  const fail = () =>
    circuit.run(async () => {
      asked++
      throw AWAY
    })
  await expect(fail()).rejects.toBeInstanceOf(Away)
  await expect(fail()).rejects.toBeInstanceOf(Away)
  expect(asked).toBe(1)

  await sleep(120)
  const { promise, resolve } = Promise.withResolvers<string>()
  const trying = circuit.run(() => promise)
  await expect(fail()).rejects.toBeInstanceOf(Away)
  expect(asked).toBe(1)
  resolve('there')
  expect(await trying).toBe('there')
  expect(await circuit.run(async () => 'again')).toBe('again')
  expect(changes).toEqual([true, false])
})

test('a refusal is an answer', async () => {
  const { circuit, changes } = makeCircuit()
  const refusal = new Error('not found')
  await expect(circuit.run(() => Promise.reject(refusal))).rejects.toBe(refusal)
  expect(await circuit.run(async () => 'there')).toBe('there')
  expect(changes).toEqual([])
})

/** Gives numbers from 0 to 1, the same ones for the same seed. */
export type RandomNumbers = () => number

/** Lehmer's generator (Park and Miller 1988). */
export function randomNumbers(seed: number): RandomNumbers {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

import type { Sampler } from '#contract/samplers.ts'

/** One plain line on what each sampler is good for. */
export const SAMPLER_NOTES: Record<Sampler, string> = {
  'Euler a': 'Fast and lively; adds new noise each step, so more steps keep changing the image.',
  Euler: 'Fast and steady; settles as steps grow.',
  LMS: 'Looks back over four steps; smooth, needs 20 or more.',
  Heun: 'Two looks a step: exact, half the speed.',
  DPM2: 'Two looks a step, second order.',
  'DPM2 a': 'Like DPM2 with new noise each step.',
  'DPM2 Karras': 'DPM2 with more of its steps spent on detail.',
  'DPM2 a Karras': 'DPM2 a with more of its steps spent on detail.',
  'DPM++ 2S a': 'Two looks and new noise a step; rich texture.',
  'DPM++ 2S a Karras': 'DPM++ 2S a with more of its steps spent on detail.',
  'DPM++ 2M': 'Second order at the price of one look; good from 15 steps.',
  'DPM++ 2M Karras': 'The all-rounder: clean at 15 to 25 steps.',
  'DPM++ SDE': 'Follows the noise closely; slow and detailed.',
  'DPM++ SDE Karras': 'DPM++ SDE with more of its steps spent on detail.',
  'DPM fast': 'Made for few steps; rough above 20.',
  'LMS Karras': 'LMS with more of its steps spent on detail.',
  DDIM: 'The classic; steady, good for variations of one seed.',
  PLMS: 'Looks back over four steps on the classic schedule.',
  UniPC: 'Predicts and corrects; good from 10 steps.',
}

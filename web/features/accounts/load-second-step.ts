/** Loads the second step of a login, which only those see who have a second factor. */
export const loadSecondStep = () =>
  import('./second-step/second-step.tsx').then(({ SecondStep }) => SecondStep)

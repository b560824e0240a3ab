import { usePlans } from './use-plans.ts'

/** Credits for an image of up to one megapixel; the program's own price while that is not known. */
export const useImagePrice = (): number => usePlans().data?.prices.image[0]?.credits ?? 1

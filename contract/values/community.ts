/** People publish both, and are followed and found where there is either. */
export const EXPLORE = ['explore_images', 'explore_models'] as const

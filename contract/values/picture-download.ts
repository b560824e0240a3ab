/** Longest edges that an image can be saved at, beside its own. */
export const DOWNLOAD_EDGES = [4096, 3072, 2048, 1536, 1024, 768, 512, 256] as const

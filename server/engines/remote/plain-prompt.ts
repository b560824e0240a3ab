/**
 * stable-diffusion.cpp takes settings of any kind out of this tag in a prompt, also sizes and counts that nobody paid for: in
 * somebody's own prompt it stays words.
 */
const TAG = /<(?=\/?sd_cpp_extra_args)/gi

/** Somebody's prompt without what `sd-server` would read as settings. */
export const plainPrompt = (prompt: string): string => prompt.replaceAll(TAG, '< ')

/** The source of a script that stands in the page itself. */
export const withoutComments = (source: string): string =>
  source.replaceAll(/^\s*(\/\*|\*|\/\/).*\n/gm, '')

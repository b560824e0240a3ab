/** Tools that are one network and little else, by the names that engines give them. */
export const NETWORK_TOOLS = ['remove_background', 'replace_background', 'remove_object'] as const

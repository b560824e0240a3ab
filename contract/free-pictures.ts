/**
 * Pictures of a calendar month (UTC) that never carry the watermark, whatever credits pay for them. A file of its own:
 * public pages need it without the schemas.
 */
export const FREE_PICTURES_A_MONTH = 40

/** A store of S3's kind as a process of its own, which can be stopped without ending it. Prints its address. */
import { startS3Double } from '#tests/support/doubles/s3-server.ts'

const [, , bucket = '', accessKeyId = ''] = process.argv
const { endpoint } = await startS3Double({ bucket, accessKeyId })
console.log(endpoint)

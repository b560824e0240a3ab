import { inLanguage } from '#server/texts/index.ts'
import { expect, test } from 'vitest'
import { explainRefusal } from './explain-refusal.ts'

const refused = (code: string, message: string) => Object.assign(new Error(message), { code })

test.each([
  [
    refused('ESOCKET', 'connect ECONNREFUSED 127.0.0.1:1'),
    'The email server cannot be reached: connect ECONNREFUSED 127.0.0.1:1.',
    'No se puede conectar con el servidor de correo: connect ECONNREFUSED 127.0.0.1:1.',
  ],
  [
    refused('EAUTH', 'Invalid login: 535 5.7.8 wrong password.'),
    'The email server refuses the user name or the password: Invalid login: 535 5.7.8 wrong password.',
    'El servidor de correo rechaza el usuario o la contraseña: Invalid login: 535 5.7.8 wrong password.',
  ],
  [
    refused('EENVELOPE', '550 no such person'),
    'The email server does not take the email: 550 no such person.',
    'El servidor de correo no acepta el mensaje: 550 no such person.',
  ],
])('%s is explained', (error, english, spanish) => {
  const { message, text, cause } = explainRefusal(error)
  expect([message, inLanguage('es', text!)]).toEqual([english, spanish])
  expect(cause).toBe(error)
})

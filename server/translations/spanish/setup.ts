/** Answers of the steps of the setup, which may be in Spanish while the console is not. */
export const SETUP = {
  'Illustrations and photo-like images in four steps; the quickest start on a processor.':
    'Ilustraciones e imágenes de aspecto fotográfico en cuatro pasos; la forma más rápida de empezar sin tarjeta gráfica.',
  'The model that most LoRAs were made for; twenty steps an image.':
    'El modelo para el que se hizo la mayoría de los LoRA; veinte pasos por imagen.',
  'One to four steps an image, for trying things out.':
    'De uno a cuatro pasos por imagen, para hacer pruebas.',
  'Sharper images at 1,024 pixels that follow longer prompts; wants memory and patience, or a graphics card.':
    'Imágenes más nítidas de 1024 píxeles que siguen prompts más largos; requiere memoria y paciencia, o una tarjeta gráfica.',
  'Enter a name like owner/name, the address of a page of the hub, or civitai: with the number of a version.':
    'Escribe un nombre como autor/nombre, la dirección de una página del sitio de modelos, o civitai: con el número de una versión.',
  '{host} cannot be reached. Check the connection of this machine and try again.':
    'No se puede conectar con {host}. Revisa la conexión de esta máquina e inténtalo de nuevo.',
  '{host} does not answer. Try again later.': '{host} no responde. Inténtalo más tarde.',
  '{host} does not answer as a model hub does.':
    '{host} no responde como lo hace un sitio de modelos.',
  'The hub answered {status} for {model}.':
    'El sitio de modelos respondió {status} al pedir {model}.',
  'The hub has no {model}.': 'El sitio de modelos no tiene {model}.',
  'The hub has no {model}, or not without a token (HF_TOKEN).':
    'El sitio de modelos no tiene {model}, o no lo da sin un token (HF_TOKEN).',
  'The hub does not give {model} to this token: accept its terms on its page and set HF_TOKEN.':
    'El sitio de modelos no da {model} con este token: acepta sus condiciones en su página y define HF_TOKEN.',
  '{license} ({saidPart})': '{license} ({saidPart})',
  'the repository': 'el repositorio',
  'the weights': 'los pesos',
  'Dreamshaper, from which it was made': 'Dreamshaper, del que procede',
  'It works.': 'Funciona.',
  'It is starting.': 'Está arrancando.',
  'It refuses the credentials.': 'Rechaza las credenciales.',
  'There is no such server at this address.': 'En esta dirección no hay un servidor de este tipo.',
  'It is too busy.': 'Está demasiado ocupado.',
  'It answers with an error.': 'Responde con un error.',
  'It does not answer.': 'No responde.',
  'It cannot be reached.': 'No se puede conectar.',
  'It has no model.': 'No tiene ningún modelo.',
  'It answers, but not as a server of this kind does.':
    'Responde, pero no como lo hace un servidor de este tipo.',
  'It failed too often and rests.': 'Falló demasiadas veces y descansa.',
  'It does not work.': 'No funciona.',
  'The email server cannot be reached: {reason}.':
    'No se puede conectar con el servidor de correo: {reason}.',
  'The email server refuses the user name or the password: {reason}.':
    'El servidor de correo rechaza el usuario o la contraseña: {reason}.',
  'The email server does not take the email: {reason}.':
    'El servidor de correo no acepta el mensaje: {reason}.',
  'Stripe does not take this key.': 'Stripe no acepta esta clave.',
  'Stripe cannot be reached. Check the connection of this machine and try again.':
    'No se puede conectar con Stripe. Revisa la conexión de esta máquina e inténtalo de nuevo.',
  'It must be a URL that starts with smtp:// or smtps://.':
    'Debe ser una URL que empiece por smtp:// o smtps://.',
  'It must be a URL that starts with http:// or https://, not "{value}".':
    'Debe ser una URL que empiece por http:// o https://, no "{value}".',
  'It must begin with sk_test_ or sk_live_.': 'Debe empezar por sk_test_ o sk_live_.',
  'It must begin with whsec_.': 'Debe empezar por whsec_.',
  'It must be an email address, not "{value}".': 'Debe ser una dirección de correo, no "{value}".',
  'It must be an address without a path, not "{value}".':
    'Debe ser una dirección sin ruta, no "{value}".',
  'It must be 0 or 1, not "{value}".': 'Debe ser 0 o 1, no "{value}".',
}

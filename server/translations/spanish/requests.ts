/** Texts that any call may answer: about its form, who makes it, how often. */
export const REQUESTS = {
  'Enter a full address that begins with https://.':
    'Escribe una dirección completa que empiece por https://.',
  'Leave user name and password out of the address.':
    'No incluyas el usuario ni la contraseña en la dirección.',
  'Each event is named once.': 'Cada evento se indica una sola vez.',
  'Send one image.': 'Envía una imagen.',
  'Each scope is named once.': 'Cada permiso se indica una sola vez.',
  'Use WIDTHxHEIGHT or auto.': 'Usa ANCHOxALTO o auto.',
  'This form was sent from another site.': 'Este formulario se envió desde otro sitio.',

  // Fields
  'This field may not be blank.': 'Este campo no puede estar vacío.',
  'This field may not be null.': 'Este campo no puede ser nulo.',
  'Not a valid string.': 'No es un texto válido.',
  'Must be a valid boolean.': 'Debe ser un valor booleano válido.',
  'A valid integer is required.': 'Se necesita un número entero válido.',
  'A valid number is required.': 'Se necesita un número válido.',
  'Enter a valid value.': 'Ingresa un valor válido.',
  'Enter a valid email address.': 'Ingresa un correo electrónico válido.',
  'Enter a valid date: YYYY-MM-DD.': 'Ingresa una fecha válida: AAAA-MM-DD.',
  'Expected a list of items but got type "{type}".':
    'Se esperaba una lista, pero llegó un valor de tipo "{type}".',
  'Invalid data. Expected a dictionary, but got {type}.':
    'Datos no válidos. Se esperaba un diccionario, pero llegó {type}.',
  'This list may not be empty.': 'Esta lista no puede estar vacía.',
  'Ensure this field has at least {count} characters.':
    'Asegúrate de que este campo tenga al menos {count} caracteres.',
  'Ensure this field has no more than {count} characters.':
    'Asegúrate de que este campo no tenga más de {count} caracteres.',
  'Ensure this field has at least {count} elements.':
    'Asegúrate de que este campo tenga al menos {count} elementos.',
  'Ensure this field has no more than {count} elements.':
    'Asegúrate de que este campo no tenga más de {count} elementos.',
  'Ensure this value is greater than {number}.':
    'Asegúrate de que este valor sea mayor que {number}.',
  'Ensure this value is greater than or equal to {number}.':
    'Asegúrate de que este valor sea mayor o igual que {number}.',
  'Ensure this value is less than {number}.': 'Asegúrate de que este valor sea menor que {number}.',
  'Not a valid choice.': 'No es una opción válida.',
  'Must be one of {list}.': 'Debe ser uno de estos valores: {list}.',
  'Ensure each is named once.': 'Asegúrate de nombrar cada uno una sola vez.',
  'Enter a colour as #rrggbb.': 'Ingresa un color como #rrggbb.',
  'Use letters, digits and hyphens.': 'Usa letras, números y guiones.',
  'Use letters a to z, digits, and single hyphens or underscores between them.':
    'Usa letras de la a a la z, números y, entre ellos, guiones o guiones bajos sueltos.',
  'There is no such size.': 'Ese tamaño no existe.',

  // Uploads
  'More is done than there is.': 'Hay más hecho de lo que existe.',
} as const

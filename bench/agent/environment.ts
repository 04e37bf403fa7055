/** To be imported first, because the media library logs debugging lines unless this is production. */
process.env.NODE_ENV = 'production';

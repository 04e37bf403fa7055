/** To be imported first, because the media library logs debugging lines unless NODE_ENV is production. */
process.env.NODE_ENV = 'production';

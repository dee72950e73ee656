import express from 'express'
import { portOf } from '../../shared/port-of.js'

/** Reads a request and sends an empty response: no service on Express can be faster. Reports its port. */
const app = express()
app.use(express.json())
app.post('/api/v1/messaging/message', (_req, res) => res.status(201).json({}))
const server = app.listen(0, '127.0.0.1', () => process.send(portOf(server)))
